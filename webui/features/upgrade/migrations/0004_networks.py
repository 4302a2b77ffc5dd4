from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('upgrading', '0003_attempt')]

    operations = [
        migrations.AddField(
            model_name='upgrade',
            name='starter',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
        migrations.AddField(
            model_name='upgrade',
            name='network',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
        migrations.AddIndex(
            model_name='upgrade',
            index=models.Index(condition=models.Q(('status__in', ['queued', 'running'])), fields=['created'], name='unfinished_upgrades'),
        ),
    ]

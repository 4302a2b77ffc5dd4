from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('repairing', '0004_starter')]

    operations = [
        migrations.AddField(
            model_name='inquiry',
            name='network',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
        migrations.AddIndex(
            model_name='inquiry',
            index=models.Index(condition=models.Q(('status__in', ['queued', 'running'])), fields=['created'], name='unfinished_inquiries'),
        ),
    ]

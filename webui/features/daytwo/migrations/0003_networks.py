from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('daytwo', '0002_starter')]

    operations = [
        migrations.AddField(
            model_name='play',
            name='network',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
        migrations.AddIndex(
            model_name='play',
            index=models.Index(condition=models.Q(('status__in', ['queued', 'running'])), fields=['created'], name='unfinished_plays'),
        ),
    ]

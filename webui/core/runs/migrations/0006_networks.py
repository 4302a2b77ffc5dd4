from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('runs', '0005_packed_payloads')]

    operations = [
        migrations.RemoveIndex(model_name='run', name='runs_by_requester'),
        migrations.AlterField(
            model_name='run',
            name='requester',
            field=models.CharField(blank=True, db_column='requester', db_default='', default='', max_length=32),
        ),
        migrations.RenameField(model_name='run', old_name='requester', new_name='starter'),
        migrations.AddField(
            model_name='run',
            name='network',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
    ]

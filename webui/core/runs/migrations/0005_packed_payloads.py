from django.db import migrations, models

import webui.core.runs.models


class Migration(migrations.Migration):
    """Rows that exist stay as they are; processes of the version before go on writing such rows, which are read."""

    dependencies = [('runs', '0004_requesters')]

    operations = [
        migrations.AlterField(
            model_name='runevent',
            name='payload',
            field=models.JSONField(null=True, db_column='payload'),
        ),
        migrations.RenameField(model_name='runevent', old_name='payload', new_name='unpacked'),
        migrations.AddField(
            model_name='runevent',
            name='payload',
            field=webui.core.runs.models.PayloadField(db_column='packed', null=True),
        ),
    ]

from django.db import migrations

import webui.runs.payload_field


class PackPayloads(migrations.AlterField):
    """The rows that exist stay JSON, as text: PayloadField reads both. PostgreSQL has no cast from jsonb to bytea."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != 'postgresql':
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        schema_editor.execute(
            "ALTER TABLE runs_runevent ALTER COLUMN payload TYPE bytea USING convert_to(payload::text, 'UTF8')"
        )


class Migration(migrations.Migration):

    dependencies = [('runs', '0004_requesters')]

    operations = [
        PackPayloads(
            model_name='runevent',
            name='payload',
            field=webui.runs.payload_field.PayloadField(),
        ),
    ]

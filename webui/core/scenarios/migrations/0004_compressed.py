from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations

from webui.ground.lib.compressed import CompressedTextField


def compress(apps: Any, schema_editor: Any) -> None:
    scenarios = apps.get_model("scenarios", "Scenario").objects.using(schema_editor.connection.alias)
    for row in scenarios.only("pk", "source").iterator(chunk_size=20):
        scenarios.filter(pk=row.pk).update(compressed=row.source)


class Migration(migrations.Migration):
    """Store the text compressed."""

    dependencies: ClassVar = [("scenarios", "0003_past_runs")]

    operations: ClassVar = [
        migrations.AddField(
            "scenario", "compressed", CompressedTextField(default=""), preserve_default=False
        ),
        migrations.RunPython(compress, elidable=True),
        migrations.RemoveField("scenario", "source"),
        migrations.RenameField("scenario", "compressed", "source"),
    ]

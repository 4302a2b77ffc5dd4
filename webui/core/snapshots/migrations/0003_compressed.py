from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations

from webui.ground.lib.compressed import CompressedTextField


def compress(apps: Any, schema_editor: Any) -> None:
    snapshots = apps.get_model("sharing", "Snapshot").objects.using(schema_editor.connection.alias)
    for row in snapshots.only("pk", "document").iterator(chunk_size=20):
        snapshots.filter(pk=row.pk).update(compressed=row.document)


class Migration(migrations.Migration):
    """Store the text compressed."""

    dependencies: ClassVar = [("sharing", "0002_keepers")]

    operations: ClassVar = [
        migrations.AddField(
            "snapshot", "compressed", CompressedTextField(default="", editable=False), preserve_default=False
        ),
        migrations.RunPython(compress, elidable=True),
        migrations.RemoveField("snapshot", "document"),
        migrations.RenameField("snapshot", "compressed", "document"),
    ]

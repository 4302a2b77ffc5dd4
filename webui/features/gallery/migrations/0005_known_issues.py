from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gallery", "0004_question"), ("sharing", "0002_keepers")]

    operations = [
        migrations.AlterField(
            "gallerycase",
            "newest",
            models.ForeignKey(
                db_column="newest_id",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="sharing.snapshot",
            ),
        ),
        migrations.RenameField("gallerycase", "newest", "later"),
        migrations.AddField(
            "gallerycase", "message", models.TextField(blank=True, default="", db_default="")
        ),
    ]

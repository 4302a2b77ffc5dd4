from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gallery", "0002_misconceptions"), ("sharing", "0002_keepers")]

    operations = [
        migrations.AddField(
            "gallerycase",
            "newest",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="sharing.snapshot",
            ),
        ),
    ]

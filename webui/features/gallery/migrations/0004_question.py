from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gallery", "0003_newest")]

    operations = [
        migrations.AddField("gallerycase", "figures", models.JSONField(default=dict)),
    ]

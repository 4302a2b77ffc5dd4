from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gallery", "0005_known_issues")]

    operations = [
        migrations.AddField("gallerycase", "unlike", models.TextField(blank=True, default="", db_default="")),
    ]

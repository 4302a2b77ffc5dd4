from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gallery", "0001_initial")]

    operations = [
        migrations.AddField("gallerycase", "differs", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("gallerycase", "infamous", models.BooleanField(default=False)),
        migrations.AddField("gallerycase", "prediction", models.JSONField(default=dict)),
    ]

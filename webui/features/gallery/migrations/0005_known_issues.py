from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gallery", "0004_question")]

    operations = [
        migrations.RenameField("gallerycase", "newest", "later"),
        migrations.AddField("gallerycase", "message", models.TextField(blank=True, default="")),
        migrations.AlterField("gallerycase", "message", models.TextField(blank=True)),
    ]

from __future__ import annotations

from django.db import migrations

from webui.ground.lib.compressed import CompressedJSONField


class Migration(migrations.Migration):
    dependencies = [("live", "0002_opened_moment")]

    operations = [
        migrations.AddField(
            model_name="followedcluster", name="verdicts", field=CompressedJSONField(null=True)
        ),
    ]

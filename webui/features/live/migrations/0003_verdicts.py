from __future__ import annotations

from django.db import migrations

from webui.features.live.packed import PackedField


class Migration(migrations.Migration):
    dependencies = [("live", "0002_opened_moment")]

    operations = [
        migrations.AddField(
            model_name="followedcluster", name="verdicts", field=PackedField(null=True)
        ),
    ]

import django.db.models.deletion
from django.db import migrations, models

import webui.ground.lib.compressed


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('workbench', '0001_initial'),
    ]

    initial = True

    dependencies = [
        ('runs', '0001_squashed_0_3_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='StoredVerdict',
            fields=[
                ('run', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='verdict', serialize=False, to='runs.run')),
                ('form', models.PositiveSmallIntegerField()),
                ('content', webui.ground.lib.compressed.CompressedTextField()),
            ],
        ),
    ]

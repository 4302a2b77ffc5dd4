import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import webui.core.scenarios.models
import webui.ground.lib.compressed


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('scenarios', '0001_initial'),
        ('scenarios', '0002_accounts'),
        ('scenarios', '0003_past_runs'),
        ('scenarios', '0004_compressed'),
        ('scenarios', '0005_live_runs'),
        ('scenarios', '0006_named_runs'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('runs', '0001_squashed_0_3_0'),
        ('sharing', '0001_squashed_0_3_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Scenario',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('title', models.CharField(max_length=200)),
                ('source', webui.ground.lib.compressed.CompressedTextField()),
                ('summary', models.JSONField(null=True)),
                ('errors', models.JSONField(default=list)),
                ('holder', models.CharField(blank=True, db_index=True, max_length=64)),
                ('team_edits', models.BooleanField(default=False)),
                ('edit_key_hash', models.CharField(db_index=True, max_length=64)),
                ('nonce', models.CharField(default=webui.core.scenarios.models.new_nonce, editable=False, max_length=32)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('updated', models.DateTimeField(auto_now=True)),
                ('forked_from', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='forks', to='sharing.snapshot')),
                ('last_run', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='runs.run')),
                ('team', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='scenarios', to='auth.group')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='scenarios', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-updated'],
            },
        ),
        migrations.CreateModel(
            name='PastRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('live', models.BooleanField(default=False)),
                ('change', models.JSONField(null=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='runs.run')),
                ('scenario', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='history', to='scenarios.scenario')),
            ],
            options={
                'ordering': ['-at'],
                'constraints': [models.UniqueConstraint(fields=('scenario', 'run'), name='one_entry_per_run_of_a_draft')],
            },
        ),
    ]

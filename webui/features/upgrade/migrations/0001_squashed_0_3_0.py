import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('upgrading', '0001_initial'),
        ('upgrading', '0002_cancelled'),
        ('upgrading', '0003_attempt'),
        ('upgrading', '0004_networks'),
    ]

    initial = True

    dependencies = [
        ('sharing', '0001_squashed_0_3_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='Upgrade',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('finished', 'Finished'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=9)),
                ('error', models.TextField(blank=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('lease_owner', models.CharField(blank=True, max_length=64)),
                ('lease_until', models.DateTimeField(null=True)),
                ('attempt', models.PositiveIntegerField(db_default=0, default=0)),
                ('enqueued', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('starter', models.CharField(blank=True, db_default='', default='', max_length=32)),
                ('network', models.CharField(blank=True, db_default='', default='', max_length=32)),
                ('engine', models.CharField(max_length=16)),
                ('releases', models.CharField(max_length=255)),
                ('progress', models.JSONField(null=True)),
                ('matrix', models.JSONField(null=True)),
                ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='upgrades', to='sharing.snapshot')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status__in', ['queued', 'running'])), fields=['created'], name='unfinished_upgrades')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ('failed', 'cancelled')), _negated=True), fields=('snapshot', 'releases', 'engine'), name='one_good_upgrade_per_snapshot')],
            },
        ),
    ]

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import webui.core.runs.models


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('runs', '0001_initial'),
        ('runs', '0002_cancelled'),
        ('runs', '0003_attempt'),
        ('runs', '0004_requesters'),
        ('runs', '0005_packed_payloads'),
        ('runs', '0006_networks'),
    ]

    initial = True

    dependencies = [
        ('sharing', '0001_squashed_0_3_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('finished', 'Finished'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=9)),
                ('error', models.TextField(blank=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('lease_owner', models.CharField(blank=True, max_length=64)),
                ('lease_until', models.DateTimeField(null=True)),
                ('attempt', models.PositiveIntegerField(db_default=0, default=0)),
                ('enqueued', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('network', models.CharField(blank=True, db_default='', default='', max_length=32)),
                ('cancelling', models.BooleanField(default=False)),
                ('engine', models.CharField(blank=True, max_length=16)),
                ('events', models.PositiveIntegerField(default=0)),
                ('cycles', models.PositiveIntegerField(default=0)),
                ('pods', models.PositiveIntegerField(default=0)),
                ('placed', models.PositiveIntegerField(default=0)),
                ('pending', models.PositiveIntegerField(default=0)),
                ('starter', models.CharField(blank=True, db_column='requester', db_default='', default='', max_length=32)),
                ('large', models.BooleanField(db_default=False, default=False)),
                ('started', models.DateTimeField(null=True)),
                ('finished', models.DateTimeField(null=True)),
                ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='sharing.snapshot')),
            ],
        ),
        migrations.CreateModel(
            name='RunEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=32)),
                ('payload', webui.core.runs.models.PayloadField(db_column='packed', null=True)),
                ('unpacked', models.JSONField(db_column='payload', null=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='runs.run')),
            ],
            options={
                'ordering': ['seq'],
            },
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('status__in', ['queued', 'running'])), fields=['created'], name='unfinished_runs'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ('failed', 'cancelled')), _negated=True), fields=('snapshot',), name='one_good_run_per_snapshot'),
        ),
        migrations.AddIndex(
            model_name='runevent',
            index=models.Index(condition=models.Q(('kind', 'cycle.finished')), fields=['run', 'seq'], name='finished_cycles'),
        ),
        migrations.AddConstraint(
            model_name='runevent',
            constraint=models.UniqueConstraint(fields=('run', 'seq'), name='one_event_per_seq'),
        ),
    ]

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import webui.ground.lib.compressed


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('sweeps', '0001_initial'),
        ('sweeps', '0002_networks'),
    ]

    initial = True

    dependencies = [
        ('sharing', '0001_squashed_0_3_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='Sweep',
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
                ('fleet', models.JSONField(default=list)),
                ('specification', models.TextField()),
                ('digest', models.CharField(max_length=64)),
                ('points', models.PositiveIntegerField()),
                ('dispatched', models.PositiveIntegerField(default=0)),
                ('evaluated', models.PositiveIntegerField(default=0)),
                ('pieces', models.PositiveIntegerField(default=0)),
                ('pieces_done', models.PositiveIntegerField(default=0)),
                ('piece_points', models.PositiveIntegerField(default=1)),
                ('rate', models.FloatField(default=0.0)),
                ('tally', webui.ground.lib.compressed.CompressedTextField(default='')),
                ('result', webui.ground.lib.compressed.CompressedTextField(default='')),
                ('revision', models.PositiveIntegerField(default=0)),
                ('tended', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('due', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('started', models.DateTimeField(null=True)),
                ('finished', models.DateTimeField(null=True)),
                ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sweeps', to='sharing.snapshot')),
            ],
        ),
        migrations.CreateModel(
            name='Piece',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('finished', 'Finished'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=9)),
                ('error', models.TextField(blank=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('lease_owner', models.CharField(blank=True, max_length=64)),
                ('lease_until', models.DateTimeField(null=True)),
                ('attempt', models.PositiveIntegerField(db_default=0, default=0)),
                ('enqueued', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('start', models.PositiveIntegerField()),
                ('stop', models.PositiveIntegerField()),
                ('tally', webui.ground.lib.compressed.CompressedTextField(default='')),
                ('seconds', models.FloatField(default=0.0)),
                ('sweep', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='open_pieces', to='sweeps.sweep')),
            ],
        ),
        migrations.AddIndex(
            model_name='sweep',
            index=models.Index(condition=models.Q(('status__in', ['queued', 'running'])), fields=['starter'], name='unfinished_sweeps'),
        ),
        migrations.AddConstraint(
            model_name='sweep',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ('failed', 'cancelled')), _negated=True), fields=('snapshot', 'digest', 'engine'), name='one_good_sweep_per_question'),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.UniqueConstraint(fields=('sweep', 'start'), name='one_piece_per_start'),
        ),
    ]

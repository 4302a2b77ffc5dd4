import uuid

import django.db.models.functions.datetime
from django.db import migrations, models

import webui.ground.lib.compressed


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('linting', '0001_initial'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Lint',
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
                ('source', webui.ground.lib.compressed.CompressedTextField(default='')),
                ('on', models.CharField(blank=True, max_length=63)),
                ('digest', models.CharField(max_length=64)),
                ('done', models.PositiveIntegerField(db_default=0, default=0)),
                ('report', webui.ground.lib.compressed.CompressedTextField(default='')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ('failed', 'cancelled')), _negated=True), fields=('digest', 'engine'), name='one_good_lint_per_source')],
            },
        ),
    ]

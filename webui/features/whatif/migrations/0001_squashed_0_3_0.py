import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('repairing', '0001_initial'),
        ('repairing', '0002_attempt'),
        ('repairing', '0003_kinds_of_inquiries'),
        ('repairing', '0004_starter'),
        ('repairing', '0005_networks'),
        ('repairing', '0006_trials'),
        ('repairing', '0007_admissions'),
        ('repairing', '0008_queues'),
    ]

    initial = True

    dependencies = [
        ('runs', '0001_squashed_0_3_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='Inquiry',
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
                ('kind', models.CharField(choices=[('pod', 'Pod'), ('run', 'Run'), ('capacity', 'Capacity'), ('removal', 'Removal'), ('trial', 'Trial'), ('admit', 'Admit'), ('queue', 'Queue')], db_default='pod', default='pod', max_length=8)),
                ('pod', models.CharField(max_length=512)),
                ('node', models.CharField(blank=True, max_length=253)),
                ('costs', models.CharField(max_length=255)),
                ('question', models.TextField(blank=True, db_default='', default='')),
                ('digest', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('answer', models.JSONField(null=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='inquiries', to='runs.run')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status__in', ['queued', 'running'])), fields=['created'], name='unfinished_inquiries')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ('failed', 'cancelled')), _negated=True), fields=('run', 'kind', 'pod', 'node', 'costs', 'digest', 'engine'), name='one_good_inquiry_per_question')],
            },
        ),
    ]

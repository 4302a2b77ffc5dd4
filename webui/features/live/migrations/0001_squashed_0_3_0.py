import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import webui.features.live.models
import webui.ground.lib.compressed


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('live', '0001_initial'),
        ('live', '0002_opened_moment'),
        ('live', '0003_verdicts'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sharing', '0001_squashed_0_3_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='FollowedCluster',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('uid', models.CharField(max_length=64)),
                ('pseudonyms', models.BooleanField(default=False)),
                ('server_version', models.CharField(blank=True, max_length=64)),
                ('kubernetes_version', models.CharField(blank=True, max_length=64)),
                ('config', webui.ground.lib.compressed.CompressedJSONField(null=True)),
                ('unread', models.JSONField(default=list)),
                ('nonce', models.CharField(default=webui.features.live.models.new_nonce, editable=False, max_length=32)),
                ('open', models.BooleanField(default=False)),
                ('lease_owner', models.CharField(blank=True, max_length=64)),
                ('lease_until', models.DateTimeField(null=True)),
                ('attempt', models.PositiveIntegerField(default=0)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('heard', models.DateTimeField(null=True)),
                ('trouble', models.CharField(blank=True, max_length=500)),
                ('last', models.PositiveBigIntegerField(default=0)),
                ('position', models.PositiveBigIntegerField(default=0)),
                ('tally', models.JSONField(default=dict)),
                ('since', models.DateTimeField(null=True)),
                ('now', webui.ground.lib.compressed.CompressedJSONField(null=True)),
                ('nodes', webui.ground.lib.compressed.CompressedJSONField(null=True)),
                ('verdicts', webui.ground.lib.compressed.CompressedJSONField(null=True)),
                ('team', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='auth.group')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('kind', models.CharField(max_length=8)),
                ('agreement', models.CharField(blank=True, max_length=12)),
                ('pod', models.CharField(blank=True, max_length=320)),
                ('moment', models.PositiveBigIntegerField(null=True)),
                ('payload', webui.ground.lib.compressed.CompressedJSONField()),
                ('cluster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='live.followedcluster')),
            ],
        ),
        migrations.CreateModel(
            name='Changes',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after', models.PositiveBigIntegerField()),
                ('until', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('lines', models.BinaryField()),
                ('cluster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='live.followedcluster')),
            ],
        ),
        migrations.CreateModel(
            name='CauseSpan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=32)),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField(null=True)),
                ('about', webui.ground.lib.compressed.CompressedJSONField()),
                ('cluster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='causes', to='live.followedcluster')),
            ],
        ),
        migrations.CreateModel(
            name='Minute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('lanes', webui.ground.lib.compressed.CompressedJSONField()),
                ('cluster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='minutes', to='live.followedcluster')),
            ],
        ),
        migrations.CreateModel(
            name='OpenedMoment',
            fields=[
                ('snapshot', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='sharing.snapshot')),
                ('at', models.DateTimeField()),
                ('decision', models.PositiveBigIntegerField(null=True)),
                ('cluster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='opened', to='live.followedcluster')),
            ],
        ),
        migrations.CreateModel(
            name='State',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('objects_text', models.BinaryField(db_column='objects')),
                ('cluster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='states', to='live.followedcluster')),
            ],
        ),
        migrations.AddConstraint(
            model_name='followedcluster',
            constraint=models.UniqueConstraint(fields=('name', 'uid'), name='one_row_per_followed_cluster'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['cluster', 'at'], name='entries_by_time'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('agreement__in', ['different', 'undetermined'])), fields=['cluster', 'agreement', 'number'], name='entries_that_do_not_agree'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('kind', 'decision'), _negated=True), fields=['cluster', 'number'], name='entries_but_decisions'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('cluster', 'number'), name='entries_of_a_cluster_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='changes',
            constraint=models.UniqueConstraint(fields=('cluster', 'after'), name='changes_follow_each_other'),
        ),
        migrations.AddIndex(
            model_name='causespan',
            index=models.Index(fields=['cluster', 'since'], name='causes_by_time'),
        ),
        migrations.AddConstraint(
            model_name='causespan',
            constraint=models.UniqueConstraint(condition=models.Q(('until', None)), fields=('cluster', 'key'), name='a_cause_is_open_once'),
        ),
        migrations.AddConstraint(
            model_name='minute',
            constraint=models.UniqueConstraint(fields=('cluster', 'at'), name='one_row_per_minute_of_a_cluster'),
        ),
        migrations.AddIndex(
            model_name='state',
            index=models.Index(fields=['cluster', 'at'], name='states_by_time'),
        ),
        migrations.AddConstraint(
            model_name='state',
            constraint=models.UniqueConstraint(fields=('cluster', 'position'), name='one_state_per_position'),
        ),
    ]

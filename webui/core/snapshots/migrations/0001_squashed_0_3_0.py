import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import webui.ground.lib.compressed


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('sharing', '0001_initial'),
        ('sharing', '0002_keepers'),
        ('sharing', '0003_compressed'),
        ('sharing', '0004_variants'),
        ('sharing', '0005_keys'),
        ('sharing', '0006_version_names'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Tombstone',
            fields=[
                ('id', models.CharField(max_length=54, primary_key=True, serialize=False)),
                ('why', models.CharField(choices=[('deleted', 'Deleted'), ('expired', 'Expired')], max_length=8)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.CharField(max_length=54, primary_key=True, serialize=False)),
                ('name', models.CharField(editable=False, max_length=54, unique=True)),
                ('document', webui.ground.lib.compressed.CompressedTextField()),
                ('visibility', models.CharField(choices=[('unlisted', 'Unlisted'), ('public', 'Public')], default='unlisted', max_length=8)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('expires', models.DateTimeField(db_index=True, null=True)),
                ('title', models.CharField(editable=False, max_length=200)),
                ('kubernetes_version', models.CharField(editable=False, max_length=64)),
                ('seed', models.BigIntegerField(editable=False, null=True)),
                ('summary', models.JSONField(editable=False)),
                ('original', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='variants', to='sharing.snapshot')),
            ],
        ),
        migrations.CreateModel(
            name='Keeper',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('holder', models.CharField(blank=True, db_index=True, max_length=64)),
                ('key_hash', models.CharField(blank=True, max_length=64)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keepers', to='sharing.snapshot')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('key_hash', ''), _negated=True), fields=['key_hash'], name='keepers_by_key')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('holder', ''), _negated=True), fields=('snapshot', 'holder'), name='one_keeper_per_browser')],
            },
        ),
    ]

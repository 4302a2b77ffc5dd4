import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('gallery', '0001_initial'),
        ('gallery', '0002_misconceptions'),
        ('gallery', '0003_newest'),
        ('gallery', '0004_question'),
        ('gallery', '0005_known_issues'),
        ('gallery', '0006_unlike'),
    ]

    initial = True

    dependencies = [
        ('sharing', '0001_squashed_0_3_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='GalleryCase',
            fields=[
                ('slug', models.SlugField(max_length=80, primary_key=True, serialize=False)),
                ('position', models.PositiveSmallIntegerField()),
                ('title', models.CharField(max_length=80)),
                ('topic', models.CharField(max_length=40)),
                ('level', models.PositiveSmallIntegerField()),
                ('question', models.CharField(max_length=120)),
                ('story', models.TextField()),
                ('answer', models.TextField()),
                ('message', models.TextField(blank=True, db_default='', default='')),
                ('unlike', models.TextField(blank=True, db_default='', default='')),
                ('misconception', models.TextField(blank=True)),
                ('fix', models.TextField(blank=True)),
                ('differs', models.TextField(blank=True)),
                ('origin', models.CharField(blank=True, max_length=200)),
                ('infamous', models.BooleanField(default=False)),
                ('outcome', models.CharField(max_length=120)),
                ('picture', models.JSONField()),
                ('prediction', models.JSONField(default=dict)),
                ('figures', models.JSONField(default=dict)),
                ('fingerprint', models.CharField(max_length=64)),
                ('later', models.ForeignKey(db_column='newest_id', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sharing.snapshot')),
                ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sharing.snapshot')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
    ]

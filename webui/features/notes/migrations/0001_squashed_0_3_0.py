import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('notes', '0001_initial'),
    ]

    initial = True

    dependencies = [
        ('sharing', '0001_squashed_0_3_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('root', models.UUIDField(default=uuid.uuid4)),
                ('place', models.CharField(blank=True, max_length=600)),
                ('text', models.TextField(max_length=2000)),
                ('created', models.DateTimeField()),
                ('edited', models.DateTimeField(auto_now=True)),
                ('snapshot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='sharing.snapshot')),
            ],
            options={
                'ordering': ['created', 'id'],
                'constraints': [models.UniqueConstraint(fields=('snapshot', 'root'), name='one_copy_of_a_note_per_run')],
            },
        ),
    ]

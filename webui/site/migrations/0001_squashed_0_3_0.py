from django.db import migrations, models


class Migration(migrations.Migration):
    """All of 0.3.0. A database of 0.3.0 has what it replaces; an older one is updated to 0.3.0 first."""

    replaces = [
        ('site', '0001_timetable'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Timetable',
            fields=[
                ('name', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('due', models.DateTimeField()),
            ],
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('repairing', '0007_admissions'),
    ]

    operations = [
        migrations.AlterField(
            model_name='inquiry',
            name='kind',
            field=models.CharField(choices=[('pod', 'Pod'), ('run', 'Run'), ('capacity', 'Capacity'), ('removal', 'Removal'), ('trial', 'Trial'), ('admit', 'Admit'), ('queue', 'Queue')], db_default='pod', default='pod', max_length=8),
        ),
    ]

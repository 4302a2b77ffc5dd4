from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('sweeps', '0001_initial')]

    operations = [
        migrations.AddField(
            model_name='sweep',
            name='network',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
        migrations.AlterField(
            model_name='sweep',
            name='starter',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
    ]

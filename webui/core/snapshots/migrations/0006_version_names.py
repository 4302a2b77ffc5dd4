from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('sharing', '0005_keys'),
    ]

    operations = [
        migrations.AlterField(
            model_name='snapshot',
            name='kubernetes_version',
            field=models.CharField(editable=False, max_length=64),
        ),
    ]

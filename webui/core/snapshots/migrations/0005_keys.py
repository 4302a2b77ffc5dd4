from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('sharing', '0004_variants')]

    operations = [
        migrations.AddIndex(
            model_name='keeper',
            index=models.Index(condition=models.Q(('key_hash', ''), _negated=True), fields=['key_hash'], name='keepers_by_key'),
        ),
    ]

from django.db import migrations


class Migration(migrations.Migration):
    """Wrong passwords are counted by webui.core.accounts.quotas. Their table stays for processes of the version before."""

    dependencies = [('accounts', '0001_initial')]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name='FailedSignIn')]),
    ]

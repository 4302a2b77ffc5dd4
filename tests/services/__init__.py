"""The real services that the tests run against, each started once, when a test first asks for it.

Fixtures (all but `worker`, `page`, `open_page` and `guard` last for the session):

postgres    a PostgreSQL server; Django's test database is on it, so `django_db` is enough to get it
valkey      a Valkey server: the broker and the channel layer of the code that a test runs itself
worker      a Celery worker on Django's test database, which is emptied after the test
live        the whole application as its users have it, on a database of its own that is never emptied:
            uvicorn, worker, examples loaded. `live.url`, `live.client()` (httpx), `live.environment`
browser     Chromium, through Playwright
page        a fresh page (1440×900) on `live`: `page.goto("/")`
open_page   makes further ones: `open_page(viewport=(390, 844), dark=True)`; each is another person
guard       what `page` and `open_page` must not do: any console error, page error or failed request fails
            the test. `guard.allow("422")` lets pass what contains this text

`TEST_DATABASE=sqlite` runs the same tests on SQLite.
"""

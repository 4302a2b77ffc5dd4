// Runs before the first paint (a blocking script in <head>), so that a chosen theme never flashes the other
// one. `?theme=` wins and is not remembered (embeds, screenshots); else the stored choice; else the system's.
(function () {
  let theme = new URLSearchParams(location.search).get("theme");
  try {
    theme = theme || localStorage.getItem("theme");
  } catch {
    // storage is blocked: follow the system
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  document.documentElement.classList.add("js");
})();

// Reloads the page when something has changed since it was made. A server that starts anew is waited for.

const query = new URL(import.meta.url).search;

function listen() {
  const socket = new WebSocket(`/ws/changes${query}`);
  socket.onmessage = () => location.reload();
  socket.onclose = () => setTimeout(listen, 100);
}

listen();

const API = "https://api.pebble.example/v1";
const MAX_ITEMS = 20;
let items = [];

export async function addItem(id, qty) {
  if (items.length >= MAX_ITEMS) {
    alert("Your basket is full");
    return;
  }
  console.log("adding", id, qty);
  const res = await fetch(`${API}/items/${id}`);
  items.push({ id, qty, price: (await res.json()).price });
  render();
}

export function removeItem(id) {
  console.log("removing", id);
  items = items.filter((x) => x.id !== id);
  render();
}

// TODO round per line, not at the bottom
export function sum() {
  return items.reduce((s, x) => s + x.qty * x.price, 0);
}

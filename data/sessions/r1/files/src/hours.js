export const hours = {
  mon: null,
  tue: ["07:00", "18:00"],
  wed: ["07:00", "18:00"],
  thu: ["07:00", "18:00"],
  fri: ["07:00", "18:30"],
  sat: ["06:30", "17:00"],
  sun: ["07:00", "12:30"],
};

export function isOpen(day, time) {
  const h = hours[day];
  if (!h) return false;
  return time > h[0] && time < h[1];
}

export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high)
}
// TODO: remove when berths are validated

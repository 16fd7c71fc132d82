// shipping costs, EUR incl. VAT
const FREE_FROM = 120;
const ZONES = {
  DE: 4.9,
  AT: 7.5,
  CH: 14.9,
  NL: 7.5,
  FR: 9.9,
};
const BULKY_EXTRA = 19; // frames, wheels, trailers

// TODO: customs fee for CH
export function shippingCost(country, total, bulky = false) {
  let cost = ZONES[country];
  if (cost === undefined) throw new Error(`no shipping to ${country}`);
  if (total >= FREE_FROM && country !== "CH") cost = 0;
  if (bulky) cost += BULKY_EXTRA;
  return cost;
}

// orders before this hour leave the same day
export const CUTOFF_HOUR = 14;

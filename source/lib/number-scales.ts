// What multiplies a number: `50k`, `3 million`, `2 lakh`. Which of them count at a place is said there. Pure.

const POWERS: { readonly [scale: string]: number } = {
  k: 3,
  thousand: 3,
  grand: 3,
  lakh: 5,
  m: 6,
  mn: 6,
  mio: 6,
  mln: 6,
  million: 6,
  crore: 7,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  tn: 12,
  trillion: 12,
}

/** The power of ten that a letter or word stands for, whatever its case and number: 6 of `M` and of `millions`; 0: none. */
export function scalePower(scale: string): number {
  const name = scale.toLowerCase()
  return POWERS[name] ?? POWERS[name.replace(/s$/u, '')] ?? 0
}

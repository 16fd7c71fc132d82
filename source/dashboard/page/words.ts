// Figures as words. Pure.

/** `12.3 MB`. */
export function bytes(size: number): string {
  if (size < 1e3) return `${size} B`
  if (size < 1e6) return `${Math.round(size / 1e3)} KB`
  return size < 1e9 ? `${(size / 1e6).toFixed(1)} MB` : `${(size / 1e9).toFixed(2)} GB`
}

/** `93 %`; a share of 0 to 1, or null: nothing to say. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`
}

/** `1.25 s` or `80 ms`; null: nothing to say. */
export function time(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`
}

/** `2026-03-12 10:24` of an ISO moment, as it stands there. */
export function moment(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}

/** `timeout 2, denied 1`. */
export function counts(all: { readonly [name: string]: number }): string {
  return Object.entries(all)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

// Does 0.85 mean 85 %? The confidence of turns against how often they were right. Pure.

export interface ConfidenceBin {
  /** From (inclusive) to (exclusive, but 1 belongs to the last). */
  readonly from: number
  readonly to: number
  readonly cases: number
  /** Mean confidence, and the share that was right, 0 to 1. */
  readonly confidence: number
  readonly right: number
}

export interface Calibration {
  /** Mean distance of confidence and share of right ones over the bins, weighted by their cases; 0 to 1. */
  readonly error: number
  readonly bins: readonly ConfidenceBin[]
}

const BINS = 10

/** Expected calibration error over ten bins of equal width; empty bins are left out. */
export function calibrationOf(
  turns: readonly { readonly confidence: number; readonly right: boolean }[],
): Calibration {
  const bins = Array.from({ length: BINS }, (_, at): ConfidenceBin[] => {
    const inside = turns.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === at)
    if (inside.length === 0) return []
    const share = (sum: number) => sum / inside.length
    return [
      {
        from: at / BINS,
        to: (at + 1) / BINS,
        cases: inside.length,
        confidence: share(inside.reduce((sum, one) => sum + one.confidence, 0)),
        right: share(inside.filter((one) => one.right).length),
      },
    ]
  }).flat()
  const distance = bins.reduce((sum, bin) => sum + bin.cases * Math.abs(bin.confidence - bin.right), 0)
  return { error: turns.length === 0 ? 0 : distance / turns.length, bins }
}

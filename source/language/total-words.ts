// How a line of sums is called, in the languages in which people keep their tables.
const WORDS =
  'total totals sum sums sub-total subtotal grand overall altogether ' +
  'summe gesamt gesamtsumme gesamtbetrag insgesamt endsumme zwischensumme ' +
  'somme totaux ensemble suma totales somma totale totali complessivo totaal som eindtotaal ' +
  'soma totais summa totalt samlet sammenlagt yhteensä razem łącznie celkem součet spolu összesen toplam ' +
  'итого всего разом всичко ukupno skupaj σύνολο 合计 合計 总计 總計 小计 합계 σ ∑ ʃ'
const KNOWN = new Set(WORDS.split(' '))

/** Whether a cell says that its line holds sums: `Total`, `Summe:`, `**Grand total**`, `Total (EUR)`. */
export function saysTotal(cell: string): boolean {
  const [first = ''] = cell.toLowerCase().match(/[\p{L}\p{M}∑-]+/u) ?? []
  return KNOWN.has(first)
}

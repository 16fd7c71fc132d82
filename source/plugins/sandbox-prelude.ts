// What stands in the sandbox before a tool's code: a clock that stands still and the same "random" numbers each time, so that the same
// arguments give the same result. It runs inside, where the tool's code may undo it: it is no fence.

/** Makes the script; `now` in milliseconds since 1970. */
export function preludeAt(now: number): string {
  return `(() => {
  const Real = Date
  const now = ${now}
  const Fixed = function Date(...given) {
    if (new.target === undefined) return new Real(now).toString()
    return Reflect.construct(Real, given.length === 0 ? [now] : given, new.target)
  }
  Fixed.prototype = Real.prototype
  Object.defineProperty(Real.prototype, 'constructor', { value: Fixed, writable: true, configurable: true })
  Fixed.now = () => now
  Fixed.parse = Real.parse
  Fixed.UTC = Real.UTC
  globalThis.Date = Fixed
  let state = 1
  Math.random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
})()`
}

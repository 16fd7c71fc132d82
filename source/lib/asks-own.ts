// A question about something of the person's own beside a request: "where am I parked? and wake me in 40 minutes".

/** The likeliest tool of such a question is called from here on, in probability; what nobody told is said to be so. */
export const OWN_BESIDE = 0.3

const OWN = /(?<!\p{L})(?:i|my|mine|we|our)(?!\p{L})/iu

/** Whether `request` asks for something of the person's own. */
export function asksOwn(request: string): boolean {
  return request.endsWith('?') && OWN.test(request)
}

/** Whether a store accepts spans, and if not, why; `isDamaged` when parts of it are unreadable. */
export type Writability =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly isDamaged?: boolean };

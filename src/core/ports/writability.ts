/** Whether a store can take spans, and if not, why; `isDamaged` when parts of it cannot be read any more. */
export type Writability = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly isDamaged?: boolean };

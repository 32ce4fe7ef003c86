/**
 * The key of an attribute on one line. Keys of one family begin alike (resource.service.name, resource.service.version), so what is cut
 * for want of room is cut before the last part, which tells them apart.
 */
export function KeyLabel({ text }: { readonly text: string }) {
  const last = text.lastIndexOf('.');
  if (last <= 0) return <span className="clip">{text}</span>;
  return (
    <>
      <span className="sr-only">{text}</span>
      <span className="flex min-w-0" aria-hidden="true">
        <span className="clip min-w-0">{text.slice(0, last)}</span>
        <span className="clip max-w-full shrink-0">{text.slice(last)}</span>
      </span>
    </>
  );
}

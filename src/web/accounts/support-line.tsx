/** The contact for help, if the server names one. */
export function SupportLine({ email }: { email: string | null }) {
  if (email === null) return null;
  return (
    <p className="text-12 text-text3">
      Need help?{' '}
      <a href={`mailto:${encodeURIComponent(email)}`} className="verbatim text-link">
        {email}
      </a>
    </p>
  );
}

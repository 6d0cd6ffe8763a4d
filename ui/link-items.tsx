export interface LinkEntry {
  label: string;
  href: string;
}

export const LinkItems = ({ of, className }: { of: readonly LinkEntry[]; className?: string | undefined }) =>
  of.map(({ label, href }) => (
    <li key={href}>
      <a href={href} className={className}>
        {label}
      </a>
    </li>
  ));

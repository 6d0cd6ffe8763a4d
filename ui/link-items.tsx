export interface LinkEntry {
  label: string;
  href: string;
}

interface LinkItemsProps {
  of: readonly LinkEntry[];
  className?: string | undefined;
}

export const LinkItems = ({ of, className }: LinkItemsProps) =>
  of.map(({ label, href }) => (
    <li key={href}>
      <a href={href} className={className}>
        {label}
      </a>
    </li>
  ));

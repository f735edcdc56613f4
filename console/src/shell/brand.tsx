import { Link } from '@tanstack/react-router';
import mark from './mark.svg';
import classes from './brand.module.css';

export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <img src={mark} alt="" width={24} height={24} />
      keylink
    </Link>
  );
}

/** Whether somebody here looks for others: all that the first page has to know of it. */
class Company {
  /** Shown at the head of every page while it lasts. */
  seeking = $state(false);
}

export const company = new Company();

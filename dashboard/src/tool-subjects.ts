/** The tools in the order of the navigation, each by what it is about. A tool that is not here goes by its title. */
export const toolSubjects: Readonly<Record<string, string>> = {
  inspect_domain: 'Domain',
  research_keywords: 'Keywords',
  inspect_keyword: 'Keyword',
  inspect_serp: 'SERP',
  inspect_search_visibility: 'Visibility',
  discover_competitors: 'Competitors',
  compare_keyword_coverage: 'Keyword gap',
  inspect_page: 'Page',
  audit_site: 'Site audit',
  inspect_backlinks: 'Backlinks',
  compare_backlink_gap: 'Link gap',
  export_dataset: 'Datasets',
};
